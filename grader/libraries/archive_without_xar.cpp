// A static libarchive would need libxml2 and ICU for a format that nobody asks for.
#include <archive.h>

int archive_write_set_format_xar(archive*) { return ARCHIVE_FATAL; }
