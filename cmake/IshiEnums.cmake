# The enums of blobs, which are those of the runtime's public headers, too: ishi_write_enums(SCHEMA HEADER) writes them
# with their comments from the FlatBuffers schema to a C++ header, and how many members each has, and their names. So is
# the version of blobs.
# Done when CMake configures, which it does again when the schema changes.
function(ishi_write_enums schema header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${schema}")
  file(READ "${schema}" text)
  # Lists of CMake end at semicolons that stand outside of brackets.
  string(REPLACE ";" "<semicolon>" text "${text}")
  string(REPLACE "[" "<open>" text "${text}")
  string(REPLACE "]" "<close>" text "${text}")
  string(REGEX MATCHALL "(//[^\n]*\n)*enum [A-Za-z]+ : ubyte {[^}]*}" enums "${text}")

  set(content "#pragma once

#include <cstdint>
#include <string_view>

// Generated from schemas/asset.fbs: the version of blobs, and the enums that blobs and the interface have in common. Of
// each also how many members it has, and their names in that order.

namespace ishi {
")
  if(NOT text MATCHES "enum Format : uint { version = ([0-9]+) }")
    message(FATAL_ERROR "${schema}: no version of the format")
  endif()
  string(APPEND content "
// The version of blobs that this runtime loads; see schemas/asset.fbs for when it changes.
inline constexpr uint32_t kFormatVersion = ${CMAKE_MATCH_1}<semicolon>
")
  foreach(enum IN LISTS enums)
    if(NOT enum MATCHES "enum ([A-Za-z]+) : ubyte {([^}]*)}")
      message(FATAL_ERROR "${schema}: an enum that cannot be read: ${enum}")
    endif()
    set(name "${CMAKE_MATCH_1}")
    string(REGEX REPLACE "//[^\n]*" "" members "${CMAKE_MATCH_2}")
    string(REGEX MATCHALL "[a-z][a-z0-9_]*" members "${members}")
    list(LENGTH members count)
    list(JOIN members "\", \"" names)
    string(REPLACE "enum ${name} : ubyte" "enum class ${name} : uint8_t" definition "${enum}")
    string(APPEND content "
${definition}<semicolon>
inline constexpr uint32_t k${name}Count = ${count}<semicolon>
inline constexpr std::string_view k${name}Names<open><close> = {\"${names}\"}<semicolon>
")
  endforeach()
  string(APPEND content "\n}  // namespace ishi\n")
  string(REPLACE "<semicolon>" ";" content "${content}")
  string(REPLACE "<open>" "[" content "${content}")
  string(REPLACE "<close>" "]" content "${content}")

  if(EXISTS "${header}")
    file(READ "${header}" written)
  endif()
  if(NOT "${written}" STREQUAL "${content}")
    file(WRITE "${header}" "${content}")
  endif()
endfunction()
