#include "../../../copy_case.hpp"

static const warpgrade::kit::OracleRegistration registration("outcomes", &make_copy_case);
