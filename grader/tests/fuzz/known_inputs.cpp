// Stands in for libFuzzer where nothing is made up: gives a reader each known input once, those of a folder,
// a file each, and those of a text, each below a line `==== NAME`. So every compiler can test that what once
// crashed a reader crashes it no more.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Inputs = std::map<std::string, std::string>;  // by name

void add_folder(const fs::path& folder, Inputs& inputs) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs[entry.path().string()] = std::string(std::istreambuf_iterator<char>(file), {});
  }
}

void add_text(const fs::path& text, Inputs& inputs) {
  const std::string heading = "==== ";
  std::ifstream file(text);
  std::string name;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(heading))
      name = text.string() + ": " + line.substr(heading.size());
    else
      inputs[name] += line + '\n';
  }
}

}  // namespace

int main(int count, char** words) {
  Inputs inputs;
  for (int i = 1; i < count; ++i)
    fs::is_directory(words[i]) ? add_folder(words[i], inputs) : add_text(words[i], inputs);
  for (const auto& [name, text] : inputs) {
    std::cout << name << std::endl;  // at once: the last line names what crashes the reader
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  return inputs.empty() ? 1 : 0;
}
