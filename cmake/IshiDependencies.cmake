# Every library of others stands behind one target of ours, so that their packages' differences
# between systems are handled in this file alone.

find_package(Flatbuffers QUIET NAMES FlatBuffers flatbuffers CONFIG)
if(NOT TARGET flatbuffers::flatbuffers)  # its headers are enough, such as those of this machine in a build for another one
  find_path(ISHI_FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED)
  mark_as_advanced(ISHI_FLATBUFFERS_INCLUDE)
  add_library(flatbuffers::flatbuffers INTERFACE IMPORTED GLOBAL)
  set_target_properties(flatbuffers::flatbuffers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${ISHI_FLATBUFFERS_INCLUDE}")
endif()
find_path(ISHI_HIGHWAY_INCLUDE hwy/highway.h REQUIRED)
mark_as_advanced(ISHI_HIGHWAY_INCLUDE)
find_program(ISHI_FLATC NAMES flatc REQUIRED)

if(ISHI_BUILD_COMPILER)
  find_package(fmt REQUIRED)
  find_package(yaml-cpp REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(tl-expected REQUIRED)
  find_package(Threads REQUIRED)

  # Needed by `ishi studio` alone: a tool without it says so. Debian's package for CMake wants a program of another package.
  if(COMMAND ishi_provide_civetweb)
    ishi_provide_civetweb()
  else()
    find_library(ISHI_CIVETWEB civetweb)
    find_path(ISHI_CIVETWEB_INCLUDE civetweb.h)
    mark_as_advanced(ISHI_CIVETWEB ISHI_CIVETWEB_INCLUDE)
    if(ISHI_CIVETWEB AND ISHI_CIVETWEB_INCLUDE)
      add_library(ishi_civetweb INTERFACE)
      target_link_libraries(ishi_civetweb INTERFACE "${ISHI_CIVETWEB}")
      target_include_directories(ishi_civetweb SYSTEM INTERFACE "${ISHI_CIVETWEB_INCLUDE}")
    endif()
  endif()

  add_library(ishi_yaml_cpp INTERFACE)
  if(TARGET yaml-cpp::yaml-cpp)  # 0.8 and later
    target_link_libraries(ishi_yaml_cpp INTERFACE yaml-cpp::yaml-cpp)
  else()
    target_link_libraries(ishi_yaml_cpp INTERFACE yaml-cpp)
  endif()
endif()

if(ISHI_BUILD_TESTS)
  find_package(Catch2 REQUIRED)
  # An oracle of one test, which is left out without it.
  find_library(ISHI_NLOPT nlopt)
  find_path(ISHI_NLOPT_INCLUDE nlopt.h)
  mark_as_advanced(ISHI_NLOPT ISHI_NLOPT_INCLUDE)
endif()
if(ISHI_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED)
  find_package(hwy REQUIRED)
endif()
