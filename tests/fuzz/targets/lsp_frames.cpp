// The bytes that a client of the language server sends: cut into messages, whole and in pieces.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "choices.h"
#include "cli/lsp/framing.h"

namespace {

std::vector<std::string> messages_of(std::string_view bytes, size_t piece, bool& is_broken) {
  ishi::compiler::cli::FrameReader reader;
  std::vector<std::string> messages;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(bytes.substr(at, piece));
    while (auto message = reader.next()) messages.push_back(std::move(*message));
  }
  is_broken = reader.is_broken();
  return messages;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ishi::fuzzing::Choices choices({data, size});
  const size_t piece = 1 + choices.value<uint8_t>();
  const std::string_view bytes(reinterpret_cast<const char*>(choices.rest().data()), choices.rest().size());
  bool is_broken = false, is_broken_in_pieces = false;
  const auto whole = messages_of(bytes, std::max<size_t>(1, bytes.size()), is_broken);
  const auto cut = messages_of(bytes, piece, is_broken_in_pieces);
  if (whole != cut || is_broken != is_broken_in_pieces) std::abort();
  size_t sum = 0;
  for (const std::string& message : whole) sum += message.size();
  if (sum > bytes.size()) std::abort();
  return 0;
}
