#include "../../../copy_case.hpp"

static const warpgrade::judge::OracleRegistration registration("copy", &make_copy_case);
