#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>
#include "spec/spec.hpp"
namespace warpgrade::classes {
namespace fs = std::filesystem;
struct Student { std::string id, name, mail; bool in_roster = true; };
struct HandedInFile { std::string exercise; fs::path file; };
struct Attempt {
  std::string id;
  Student student;
  int number = 1;
  std::optional<std::chrono::sys_seconds> handed_in;
  bool late = false;
  fs::path origin;
  std::vector<HandedInFile> files;
  std::vector<std::string> remarks;
  std::string unreadable;
};
struct Pile { std::vector<Attempt> attempts; std::vector<Student> missing; std::vector<std::string> remarks; };
struct PileOptions { fs::path roster; std::optional<std::chrono::sys_seconds> deadline; fs::path work; };
Pile read_pile(const fs::path& submissions, const spec::Course& course, const PileOptions&);
}
