#include "../../../copy_case.hpp"

static const warpgrade::kit::OracleRegistration registration("copy", &make_copy_case);
