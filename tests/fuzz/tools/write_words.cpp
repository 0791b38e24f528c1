// Prints the words of the language as a dictionary of libFuzzer: fields, sections, functions, units, and what
// stands in the examples of the tables. Usage: fuzz_words > language.dict

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

#include "language/functions.h"
#include "language/tables.h"
#include "language/unit.h"
#include "language/words.h"

namespace {

using namespace ishi::compiler;

class Words {
 public:
  void add(std::string_view word) {
    if (!word.empty() && word.size() < 40) words_.emplace(word);
  }
  void add(const Mapping& mapping) {
    if (!seen_.insert(&mapping).second) return;
    for (const Field& field : mapping.fields) add(field);
    if (mapping.open != nullptr) add(*mapping.open);
    if (mapping.other != nullptr) add(*mapping.other);
  }
  void add(const Field& field) {
    if (!field.name.empty()) add(fmt::format("{}: ", field.name));
    for (const std::string_view word : field.words) add(word);
    add(field.example);
    if (field.mapping != nullptr) add(*field.mapping);
    if (field.item != nullptr) add(*field.item);
  }
  void print() const {
    for (const std::string& word : words_) {
      std::string text;
      for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || byte < 0x20 || byte > 0x7e)
          text += fmt::format("\\x{:02x}", byte);
        else
          text += c;
      }
      fmt::print("\"{}\"\n", text);
    }
  }

 private:
  std::set<std::string> words_;
  std::set<const Mapping*> seen_;
};

}  // namespace

int main() {
  Words words;
  words.add(kFileMapping);
  for (const FunctionRow& function : functions()) words.add(fmt::format("{}(", function.name));
  for (const UnitRow& unit : units()) words.add(fmt::format("1{}", unit.suffix));
  for (const std::string_view word : words_in_expressions()) words.add(word);
  for (const std::string_view word : type_names()) words.add(word);
  for (const std::string_view word : {"\n",
                                      "\n  ",
                                      "\n    - ",
                                      "{ ",
                                      " }",
                                      "[",
                                      "]",
                                      ", ",
                                      ": ",
                                      "..",
                                      "# ishi: allow IS401 -- ",
                                      " and ",
                                      " or ",
                                      "not ",
                                      " == ",
                                      " <= ",
                                      "^",
                                      "it.",
                                      ".known",
                                      ".position",
                                      ".norm"})
    words.add(word);
  words.print();
}
