// toml++ as an archive. Packages bring a shared library, which an installation elsewhere would lack.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
