# The tests of a build for another machine, whose programs run here by an emulator (Wine, qemu-user), or with another C++ library: what needs neither a compiler
# nor tools of that machine. scripts/windows_test adds checks of the tool.
find_package(Threads REQUIRED)
ishi_add_tests(runtime_tests runtime/*.cpp)
target_include_directories(runtime_tests PRIVATE ${PROJECT_SOURCE_DIR}/runtime/src ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(runtime_tests PRIVATE ISHI_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
target_link_libraries(runtime_tests PRIVATE ishi_runtime ishi_schema Threads::Threads)

ishi_add_tests(compiler_tests compiler/*.cpp)
target_include_directories(compiler_tests PRIVATE ${ISHI_COMPILER_FOLDERS} ${PROJECT_SOURCE_DIR}/runtime/src ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(compiler_tests PRIVATE ISHI_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
target_link_libraries(compiler_tests PRIVATE ishi_compiler ishi_schema ishi_yaml_cpp fmt::fmt nlohmann_json::nlohmann_json tl::expected)

ishi_add_tests(record_tests record/*.cpp compiler/asset_of.cpp determinism/changes.cpp determinism/crew.cpp determinism/game.cpp determinism/ledger.cpp
               determinism/way.cpp)
target_compile_definitions(record_tests PRIVATE ISHI_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
target_include_directories(record_tests PRIVATE ${ISHI_COMPILER_FOLDERS} ${PROJECT_SOURCE_DIR}/record/src ${PROJECT_SOURCE_DIR}/runtime/src ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(record_tests PRIVATE ishi_record ishi_compiler ishi_schema fmt::fmt tl::expected)

add_executable(cases cases/run_cases.cpp)
ishi_configure_target(cases)
ishi_build_quickly(cases)
target_include_directories(cases PRIVATE ${ISHI_COMPILER_FOLDERS})
target_link_libraries(cases PRIVATE ishi_compiler fmt::fmt tl::expected)
add_test(NAME cases COMMAND cases ${CMAKE_CURRENT_SOURCE_DIR}/cases)

set(determinism_sources changes.cpp crew.cpp determinism.cpp game.cpp ledger.cpp way.cpp)
list(TRANSFORM determinism_sources PREPEND determinism/)
add_executable(determinism ${determinism_sources})
ishi_configure_target(determinism)
target_link_libraries(determinism PRIVATE ishi_record Threads::Threads)

if(WIN32)
  add_executable(hold windows/hold.cpp)
  ishi_configure_target(hold)
  target_link_options(hold PRIVATE -municode)
endif()
