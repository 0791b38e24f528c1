# Texts that become part of a program: pages of documentation, files of templates.

# ishi_embed_texts(target name [BASE folder] file…)
#
# Adds a function to a target, declared with `source/embedded_text.h`:
#
#   std::span<const EmbeddedText> ishi::compiler::embedded_NAME();   // in the order of the files given
#
# A text's name is its file's name without folders or, with BASE, its path below that folder. The assembler copies the bytes (.incbin), so a large text costs no
# time to compile; a changed file is assembled again. Their addresses are hidden: through a table of addresses, binutils for aarch64 would
# find the section that they stand in, and not them. Clang's assembler for WebAssembly has no sections to push: there the
# compiler itself does (#embed).
function(ishi_embed_texts target name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "BASE" "")
  set(blocks "")
  set(declarations "")
  set(rows "")
  set(index 0)
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path "${file}" ABSOLUTE)
    get_filename_component(file_name "${file}" NAME)
    if(arg_BASE)
      file(RELATIVE_PATH file_name "${CMAKE_CURRENT_SOURCE_DIR}/${arg_BASE}" "${path}")
    endif()
    set(symbol "ishi_embedded_${name}_${index}")
    if(WASI)
      # ccache does not look into #embed: a changed text has another name.
      file(SHA256 "${path}" hash)
      string(SUBSTRING "${hash}" 0 16 hash)
      string(APPEND symbol "_${hash}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
      string(APPEND declarations "const unsigned char ${symbol}[] = {\n#embed \"${path}\" suffix(,)\n0};\n")
      string(APPEND rows
        "      EmbeddedText{\"${file_name}\", {reinterpret_cast<const char*>(${symbol}), sizeof(${symbol}) - 1}},\n")
    else()
      set(hidden "[[gnu::visibility(\"hidden\")]] ")
      if(WIN32)
        set(hidden "")  # nothing is exported from a program there
      endif()
      string(APPEND blocks "    \"${symbol}_begin:\\n.incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n\"\n")
      string(APPEND declarations
        "${hidden}extern const char ${symbol}_begin[] __asm__(\"${symbol}_begin\");\n"
        "${hidden}extern const char ${symbol}_end[] __asm__(\"${symbol}_end\");\n")
      string(APPEND rows "      EmbeddedText{\"${file_name}\", {${symbol}_begin, ${symbol}_end}},\n")
    endif()
    list(APPEND paths "${path}")
    math(EXPR index "${index} + 1")
  endforeach()
  set(assembly "")
  if(WASI)
    set(assembly "#pragma clang diagnostic ignored \"-Wc23-extensions\"")
  elseif(blocks)
    set(begin ".pushsection .rodata")
    set(end ".popsection")
    if(WIN32)  # whose assembler does not push sections
      set(begin ".section .rdata,\\\"dr\\\"")
      set(end ".text")
    endif()
    set(assembly "__asm__(\n    \"${begin}\\n\"\n${blocks}    \"${end}\\n\");")
  endif()
  set(text "// Written by cmake/IshiEmbedTexts.cmake.
#include <array>

#include \"source/embedded_text.h\"

${assembly}
${declarations}
namespace ishi::compiler {

std::span<const EmbeddedText> embedded_${name}();

std::span<const EmbeddedText> embedded_${name}() {
  static const std::array<EmbeddedText, ${index}> kTexts = {{
${rows}  }};
  return kTexts;
}

}  // namespace ishi::compiler
")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "${text}" @ONLY)
  # By itself: ccache does not keep what the assembler includes.
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${source}")
endfunction()
