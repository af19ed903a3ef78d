// What the terminal behind a file descriptor can show.
#pragma once

namespace warpgrade::report {

bool is_terminal(int descriptor);
/// Columns; 80 where it is not known.
int terminal_width(int descriptor);
/// On a terminal, unless NO_COLOR is set or the terminal is dumb.
bool wants_color(int descriptor);
/// True where the locale's characters are UTF-8.
bool locale_is_utf8();

}  // namespace warpgrade::report
