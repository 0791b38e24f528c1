#pragma once

#include <string>

namespace ishi::compiler::cli {

// The protocol's codes of failures.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kNotInitialized = -32002;
inline constexpr int kRequestFailed = -32803;
inline constexpr int kCancelled = -32800;
inline constexpr int kContentModified = -32801;

// Of a request: a code and a sentence.
struct Failure {
  int code = kInvalidParams;
  std::string message;
};

}  // namespace ishi::compiler::cli
