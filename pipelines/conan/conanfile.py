"""A recipe of Ishi for Conan 2: `conan create pipelines/conan` in the folder of Ishi's sources."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Ishi(ConanFile):
    name = "ishi"
    version = "0.1.0"
    license = "MIT"
    description = "Behaviour of game AI: a compiler for YAML, and a small runtime"
    settings = "os", "compiler", "build_type", "arch"
    options = {"compiler": [True, False]}
    default_options = {"compiler": False}

    def export_sources(self):
        above = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "schemas/*", "runtime/*", "record/*", "live/*", "compiler/*", "bindings/*", "docs/*"):
            copy(self, pattern, above, self.export_sources_folder)

    def requirements(self):
        self.requires("flatbuffers/[>=2.0.8]")
        self.requires("highway/[>=1.0.3]")
        if self.options.compiler:
            for library in ("cli11/[>=2.1.2 <3]", "fmt/[>=9.1]", "nlohmann_json/[>=3.11]", "tl-expected/[>=1.0]", "yaml-cpp/[>=0.7]"):
                self.requires(library)

    def build_requirements(self):
        self.tool_requires("flatbuffers/<host_version>")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.options.compiler and self.settings.os != "Linux":
            raise ConanInvalidConfiguration("the tool of Ishi runs on Linux; without the option compiler the runtime is built")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ISHI_BUILD_COMPILER"] = bool(self.options.compiler)
        toolchain.cache_variables["ISHI_INSTALL_COMPILER"] = bool(self.options.compiler)
        for part in ("TESTS", "EXAMPLES", "BENCHMARKS"):
            toolchain.cache_variables["ISHI_BUILD_" + part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package's own CMake files, which have ishi_add_assets().
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "ishi"))
        self.cpp_info.libs = ["ishi_record", "ishi_runtime"]
