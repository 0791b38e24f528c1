# Builds assets with the game: part of the package, and of this project's own build.

# ishi_add_assets(TARGET name SOURCES file… ROOT folder OUTPUT_DIR folder [HEADER file] [KERNELS file] [NAMESPACE name])
#
# Adds a target that compiles behaviour to blobs and is part of the default build: ROOT/a/b.ishi.yaml becomes
# OUTPUT_DIR/a/b.ishi. A blob is compiled again when its source or anything that this includes has changed,
# or the tool itself.
#
#   TARGET      the target's name; a game that reads the blobs says add_dependencies(game name)
#   SOURCES     one file for each asset, *.ishi.yaml, at or below ROOT; relative to the current source folder
#   ROOT        the folder that bounds what may be included; relative to the current source folder
#   OUTPUT_DIR  where the blobs go; relative to the current binary folder
#   HEADER      the C++ header of the contract that the sources share, written whenever a blob is; relative to the
#               current binary folder
#   KERNELS     a C++ file with the score programs of all agents, written whenever one of them changes, and the header
#               KERNELS.h beside it, which declares `kernels` for ishi::WorldOptions; relative to the current binary
#               folder. It is compiled as the library TARGET_kernels, which the game links.
#   NAMESPACE   what the names of the header and of the kernels stand in (game)
#
# What has been compiled is kept in ishi-cache in the top binary folder, so that a source that is again what it was
# (another branch, a fresh checkout with new times) need not be compiled again; it may be deleted at any time. ISHI_CACHE names another
# folder, which several builds may share.
#
# The tool runs on the machine that builds. Where a game is built for another one, or Ishi without its compiler, it is ISHI_HOST_TOOL (a path),
# else what is found as `ishi` in PATH.
function(ishi_add_assets)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;ROOT;OUTPUT_DIR;HEADER;KERNELS;NAMESPACE" "SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ishi_add_assets: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(name IN ITEMS TARGET SOURCES ROOT OUTPUT_DIR)
    if(NOT arg_${name})
      message(FATAL_ERROR "ishi_add_assets: ${name} is missing")
    endif()
  endforeach()

  ishi_find_tool(tool)

  get_filename_component(root "${arg_ROOT}" ABSOLUTE)
  get_filename_component(output_folder "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(cache "${CMAKE_BINARY_DIR}/ishi-cache")
  if(ISHI_CACHE)
    set(cache "${ISHI_CACHE}")
  endif()
  # Ninja compares what a command has written with what was there. With other generators
  # - a blob that another tool compiles to the same bytes gets the time of now, else it would be compiled in every build;
  # - a target of its own, TARGET_blobs, compiles and writes. TARGET and the library of kernels, which come after it, have a rule
  #   without dependencies for each text: it runs if the text is gone, and never at the same time.
  set(has_own_target ON)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(has_own_target OFF)
  endif()
  # With Makefiles CMake adds the names of a depfile to those that it has read before, and compiles in every build once one of
  # them is gone. Without this file it reads all depfiles anew.
  set(forget "")
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(forget COMMAND ${CMAKE_COMMAND} -E rm -f "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_TARGET}_blobs.dir/compiler_depend.internal")
  endif()
  set(blobs "")
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    file(RELATIVE_PATH name "${root}" "${source}")
    if(name MATCHES "^\\.\\./" OR NOT name MATCHES "\\.ishi\\.yaml$")
      message(FATAL_ERROR "ishi_add_assets: ${source} is not an *.ishi.yaml file below ${root}")
    endif()
    string(REGEX REPLACE "\\.yaml$" "" blob "${output_folder}/${name}")
    get_filename_component(blob_folder "${blob}" DIRECTORY)
    set(touch_blob "")
    if(has_own_target)
      set(touch_blob COMMAND ${CMAKE_COMMAND} -E touch_nocreate "${blob}")
    endif()
    # The working folder is the one that CMake takes the depfile's relative paths to start from.
    add_custom_command(
      OUTPUT "${blob}"
      COMMAND ${tool} build "${source}" --root "${root}" -o "${blob_folder}" --depfile --cache "${cache}"
      ${touch_blob}
      ${forget}
      DEPENDS "${source}" ${tool}
      DEPFILE "${blob}.d"
      WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
      COMMENT "Compiling behaviour ${name}"
      VERBATIM)
    list(APPEND blobs "${blob}")
    list(APPEND sources "${source}")
  endforeach()
  if(NOT arg_NAMESPACE)
    set(arg_NAMESPACE game)
  endif()
  # A text that stays the same is not written, so that nobody is compiled again in vain: its stamp says when it was compared.
  set(stamps "")
  set(texts "")
  if(arg_KERNELS)
    get_filename_component(kernels "${arg_KERNELS}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(kernels_folder "${kernels}" DIRECTORY)
    string(REGEX REPLACE "[.][^.]*$" ".h" kernels_header "${kernels}")
    # To a folder of their own: writing the blobs anew would make everything that depends on them stale.
    ishi_add_text("${kernels}.stamp" "${has_own_target}" TEXTS "${kernels}" "${kernels_header}" NAME "the kernels ${arg_KERNELS}"
      COMMAND ${tool} build ${sources} --root "${root}" -o "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}_kernels_blobs"
              --kernels "${kernels}" --namespace ${arg_NAMESPACE} --cache "${cache}"
      DEPENDS ${blobs} ${tool})
    list(APPEND stamps "${kernels}.stamp")
    add_library(${arg_TARGET}_kernels STATIC "${kernels}" "${kernels_header}")
    target_link_libraries(${arg_TARGET}_kernels PRIVATE ishi::kernels PUBLIC ishi::runtime)
    target_include_directories(${arg_TARGET}_kernels PUBLIC "${kernels_folder}")
    # It includes itself by name; with others it would be included again.
    set_target_properties(${arg_TARGET}_kernels PROPERTIES UNITY_BUILD OFF CXX_CLANG_TIDY "")
  endif()
  if(arg_HEADER)
    get_filename_component(header "${arg_HEADER}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    ishi_add_text("${header}.stamp" "${has_own_target}" TEXTS "${header}" NAME "the contract ${arg_HEADER}"
      COMMAND ${tool} header ${sources} --root "${root}" -o "${header}" --namespace ${arg_NAMESPACE}
      DEPENDS ${blobs} ${tool})
    list(APPEND stamps "${header}.stamp")
    list(APPEND texts "${header}")
  endif()
  if(NOT has_own_target)
    add_custom_target(${arg_TARGET} ALL DEPENDS ${blobs} ${stamps})
    return()
  endif()
  add_custom_target(${arg_TARGET}_blobs DEPENDS ${blobs} ${stamps})
  add_custom_target(${arg_TARGET} ALL DEPENDS ${texts})
  add_dependencies(${arg_TARGET} ${arg_TARGET}_blobs)
  if(arg_KERNELS)
    add_dependencies(${arg_TARGET}_kernels ${arg_TARGET}_blobs)
  endif()
endfunction()

# The rules for texts that a command writes if they change. Ninja knows byproducts, so a text that is gone comes back; elsewhere
# it has a rule of its own.
function(ishi_add_text stamp has_own_rule)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NAME" "TEXTS;COMMAND;DEPENDS")
  set(byproducts BYPRODUCTS ${arg_TEXTS})
  if(has_own_rule)
    set(byproducts "")
    add_custom_command(OUTPUT ${arg_TEXTS} COMMAND ${arg_COMMAND} COMMENT "Writing ${arg_NAME}" VERBATIM)
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    ${byproducts}
    COMMAND ${arg_COMMAND}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${arg_DEPENDS}
    COMMENT "Writing ${arg_NAME}"
    VERBATIM)
endfunction()

# Sets a variable to what runs the tool here: a target, or the path of a program of the same version. Installed, the tool is
# imported as ishi::ishi; in Ishi's own build it is a target like any other.
function(ishi_find_tool result)
  get_property(version GLOBAL PROPERTY ISHI_VERSION)
  set(target "")
  if(TARGET ishi::ishi)
    set(target ishi::ishi)
  elseif(TARGET ishi)
    set(target ishi)
  endif()
  if(NOT ISHI_HOST_TOOL AND target AND NOT CMAKE_CROSSCOMPILING)
    set(${result} ${target} PARENT_SCOPE)
    return()
  endif()
  find_program(ISHI_HOST_TOOL ishi NO_CMAKE_PATH NO_CMAKE_FIND_ROOT_PATH DOC "The tool ishi that runs on this machine")
  if(NOT ISHI_HOST_TOOL)
    message(FATAL_ERROR "ishi_add_assets: there is no tool ishi that runs on this machine. Install Ishi ${version} here, or say where its tool is: -DISHI_HOST_TOOL=/usr/bin/ishi")
  endif()
  execute_process(COMMAND "${ISHI_HOST_TOOL}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "ishi_add_assets: ISHI_HOST_TOOL is ${ISHI_HOST_TOOL}, which does not run on this machine: ${code} ${said}")
  endif()
  if(NOT said STREQUAL "ishi ${version}")
    message(FATAL_ERROR "ishi_add_assets: ISHI_HOST_TOOL is ${ISHI_HOST_TOOL}, which is ${said}; the runtime is ishi ${version}, and loads what its own version writes")
  endif()
  set(${result} "${ISHI_HOST_TOOL}" PARENT_SCOPE)
endfunction()
