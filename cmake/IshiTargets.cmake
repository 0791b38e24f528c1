# How every target of this project is compiled.

# Compilations that were done before are taken from ccache where it is installed, unless whoever configures
# has chosen a launcher.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(ISHI_CCACHE NAMES ccache)
  mark_as_advanced(ISHI_CCACHE)
endif()

# The quicker linker, where it is installed: each test program links the whole compiler.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_EXE_LINKER_FLAGS MATCHES "fuse-ld|-static")
  find_program(ISHI_LLD NAMES ld.lld)
  find_program(ISHI_GOLD NAMES ld.gold)
  mark_as_advanced(ISHI_LLD ISHI_GOLD)
  if(ISHI_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_link_options(-fuse-ld=lld)
  elseif(ISHI_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endif()

# g++ collects garbage in an eighth of its time, to stay within 128 MB. Where each core has 4 GB it need not.
set(ISHI_COMPILER_MEMORY "")
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR megabytes_per_core "${memory} / ${cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND megabytes_per_core GREATER 3900)
  set(ISHI_COMPILER_MEMORY --param=ggc-min-heapsize=1048576 --param=ggc-min-expand=100)
endif()

# Applies the language standard, the float contract and the warnings to a target.
function(ishi_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(ISHI_CCACHE)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${ISHI_CCACHE}")
  endif()
  # The float contract: no fused multiply-add unless it is written, no reordering.
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic ${ISHI_COMPILER_MEMORY})
  if(ISHI_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Compiles the files of a target together folder by folder (the first below the target's own), a dozen at most at a time.
# So the same files stand together in every build, and two files of a folder that share a name are found by each of them.
function(ishi_group_by_folder target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/.*[.]cpp$")
  list(SORT sources)
  set(folders "")
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH path "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
    string(REGEX REPLACE "/.*" "" folder "${path}")
    if(folder IN_LIST ISHI_COMPILER_STOREYS)
      string(REGEX REPLACE "^[^/]*/([^/]*)/.*" "\\1" folder "${path}")
    endif()
    list(APPEND folders "${folder}")
    list(APPEND files_of_${folder} "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_of_${folder} count)
    math(EXPR groups "(${count} + 11) / 12")
    set(index 0)
    foreach(source IN LISTS files_of_${folder})
      math(EXPR group "${index} * ${groups} / ${count}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Hides the functions of a static library from the users of what it is linked into: a game's shared library exports its own
# functions alone. Whoever wants them exported configures with -DCMAKE_CXX_VISIBILITY_PRESET=default.
function(ishi_hide_symbols target)
  if(NOT DEFINED CMAKE_CXX_VISIBILITY_PRESET)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# Headers that most files of a target include, compiled once. ccache goes by the contents of what a compilation has read (depend
# mode), not by the preprocessed text: this has no comments, so that an edit of a comment would bring back a precompiled header that
# the compiler then refuses, since a header in it is not the one on disk.
function(ishi_precompile_headers target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(NOT ISHI_CCACHE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND};-E;env;CCACHE_DEPEND=1;CCACHE_SLOPPINESS=pch_defines,time_macros;${ISHI_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# For a program that is built more often than it runs long: not optimised in development builds, little in a release.
function(ishi_build_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0> $<$<CONFIG:Release>:-O1>)
  if(MINGW)
    target_compile_options(${target} PRIVATE -Wa,-mbig-obj)  # what is not optimised has more sections than its usual object files can
  endif()
endfunction()
