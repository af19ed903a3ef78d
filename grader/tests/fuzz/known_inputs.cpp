// Stands in for libFuzzer where nothing is made up: gives a reader each file of the folders in the arguments,
// once. So every compiler can test that what once crashed a reader crashes it no more.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** words) {
  int inputs = 0;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(words[i])) {
      std::cout << entry.path().string()
                << std::endl;  // at once: the last line names what crashes the reader
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
      ++inputs;
    }
  return inputs > 0 ? 0 : 1;
}
