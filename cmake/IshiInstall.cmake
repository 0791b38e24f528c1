# What `cmake --install` puts where, and the package that find_package(ishi) finds there:
#
#   include/ishi/              what a game includes; include/ishi/compiler/ for tools
#   include/ishi/kernel_texts/ what kernels are compiled from: ishi::kernels
#   lib/libishi_runtime.a      ishi::runtime
#   lib/libishi.so             ishi::c, the C interface (ishi/c_api.h), if it was built
#   lib/libishi_record.a       ishi::record, which records games
#   lib/libishi_live.a         ishi::live, which lets people look into running games, if there are sockets of POSIX
#   lib/libishi_compiler.a     ishi::compiler, if it was built and ISHI_INSTALL_COMPILER is on
#   bin/ishi                   ishi::ishi, the tool, if it was built
#   lib/cmake/ishi/            the package, with ishi_add_assets()
#   lib/pkgconfig/ishi.pc      the runtime for those who build without CMake; ishi-record.pc, ishi-live.pc and ishi-c.pc for ishi::record, ishi::live and ishi::c
#   share/doc/ishi/            the documentation, and what it and the headers point to
#   share/ishi/bindings/       the packages for C# and Python, which use lib/libishi.so
#
# Nothing in it names a folder of the machine that built it, so the whole prefix may be moved.

include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ishi")

# Each component is an export set of its own, so that whoever wants the runtime alone need not have what
# the compiler depends on.
function(ishi_install_component component target)
  install(TARGETS ${target} EXPORT ishi_${component})
  install(EXPORT ishi_${component} FILE ishi_${component}.cmake NAMESPACE ishi:: DESTINATION "${package_folder}")
endfunction()

install(TARGETS ishi_runtime ishi_kernels EXPORT ishi_runtime)
install(EXPORT ishi_runtime FILE ishi_runtime.cmake NAMESPACE ishi:: DESTINATION "${package_folder}")
file(GLOB math_texts "${PROJECT_SOURCE_DIR}/runtime/src/math/*.h" "${PROJECT_SOURCE_DIR}/runtime/src/math/*.inl")
install(FILES ${math_texts} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ishi/kernel_texts/math")
set(program_texts curve.h curve_rows.h curves.inl hulls.h kernel_lanes.inl kernel_targets.inl kernel_texts.h lane_texts.inl
  lanes.inl operations.h operations.inl pick_texts.inl targets.inl)
list(TRANSFORM program_texts PREPEND "${PROJECT_SOURCE_DIR}/runtime/src/program/")
install(FILES ${program_texts} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ishi/kernel_texts/program")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/" "${ISHI_GENERATED_HEADERS}/" TYPE INCLUDE
        FILES_MATCHING PATTERN "*.h" PATTERN "*.inl")
if(TARGET ishi_c)
  ishi_install_component(c ishi_c)
endif()
if(TARGET ishi_record)
  ishi_install_component(record ishi_record)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/record/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
endif()
if(TARGET ishi_live)
  ishi_install_component(live ishi_live)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/live/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
endif()
if(TARGET ishi_compiler AND ISHI_INSTALL_COMPILER)
  ishi_install_component(compiler ishi_compiler)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/compiler/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
endif()
if(TARGET ishi)
  ishi_install_component(tool ishi)
endif()

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/ishiConfig.cmake.in" "${PROJECT_BINARY_DIR}/ishiConfig.cmake"
  INSTALL_DESTINATION "${package_folder}"
  NO_SET_AND_CHECK_MACRO)
# Before version 1 a minor version may change the interface.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/ishiConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
configure_file("${CMAKE_CURRENT_LIST_DIR}/ishiConfigVersion.cmake.in" "${PROJECT_BINARY_DIR}/ishiProcessor.cmake" @ONLY)
file(READ "${PROJECT_BINARY_DIR}/ishiProcessor.cmake" processor_check)
file(APPEND "${PROJECT_BINARY_DIR}/ishiConfigVersion.cmake" "${processor_check}")
install(
  FILES "${PROJECT_BINARY_DIR}/ishiConfig.cmake" "${PROJECT_BINARY_DIR}/ishiConfigVersion.cmake"
        "${CMAKE_CURRENT_LIST_DIR}/IshiAddAssets.cmake"
  DESTINATION "${package_folder}")

# The prefix is where the file lies: it may be moved.
file(RELATIVE_PATH ISHI_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(pc_files ishi)
if(TARGET ishi_record)
  list(APPEND pc_files ishi-record)
endif()
if(TARGET ishi_live)
  list(APPEND pc_files ishi-live)
endif()
if(TARGET ishi_c)
  list(APPEND pc_files ishi-c)
endif()
foreach(pc ${pc_files})
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${pc}.pc.in" "${PROJECT_BINARY_DIR}/${pc}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${pc}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

install(
  FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
        "${PROJECT_SOURCE_DIR}/SECURITY.md" "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md"
  TYPE DOC)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/schemas" "${PROJECT_SOURCE_DIR}/examples" TYPE DOC
        FILES_MATCHING REGEX "[.](md|svg|webp|csv|fbs|json|yaml|cpp|h)$")

if(TARGET ishi_c)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/csharp" "${PROJECT_SOURCE_DIR}/bindings/python"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/ishi/bindings"
          PATTERN tests EXCLUDE PATTERN "Tests*" EXCLUDE PATTERN __pycache__ EXCLUDE)
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/pipelines" TYPE DOC)
install(FILES "${PROJECT_SOURCE_DIR}/.pre-commit-hooks.yaml" TYPE DOC)

# What a build with libraries of others in it must say of them; scripts/package writes it.
install(FILES "${PROJECT_BINARY_DIR}/NOTICES" TYPE DOC OPTIONAL)
include(IshiPackage)
