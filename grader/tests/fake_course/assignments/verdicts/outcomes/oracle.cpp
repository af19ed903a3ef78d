#include "../../../copy_case.hpp"

static const warpgrade::judge::OracleRegistration registration("outcomes", &make_copy_case);
