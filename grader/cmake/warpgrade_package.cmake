# cmake --install, and packages: `cmake --build build --target package` writes warpgrade_*.deb and warpgrade_*.tar.gz
# into the build folder.
include(CMakePackageConfigHelpers)
set(package_folder lib/cmake/warpgrade)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpgradeConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/warpgrade RENAME copyright)

# The precompiled header serves one compiler in one place, so it is made where the program will run: here, or by the
# package when it is installed (package_postinst).
install(CODE "
  if(NOT DEFINED ENV{DESTDIR} AND NOT CMAKE_INSTALL_PREFIX MATCHES _CPack_Packages)
    execute_process(COMMAND \${CMAKE_INSTALL_PREFIX}/bin/warpgrade-sim precompile RESULT_VARIABLE failed)
    if(failed)
      message(WARNING \"No precompiled headers: submissions compile slower.\")
    endif()
  endif()")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME warpgrade)
set(CPACK_PACKAGE_CONTACT "the Warpgrade team <warpgrade@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package/prefix.cmake)
set(CPACK_PACKAGE_FILE_NAME warpgrade_${PROJECT_VERSION}_${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES OFF)  # addr2line names lines of the simulator's own stack in crash reports
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
# g++ and binutils compile submissions; oracles may include fmt's headers.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libc6 (>= 2.36), libstdc++6 (>= 12), libfmt9, libtomlplusplus3 | libtomlplusplus3t64, libarchive13 | libarchive13t64, libfmt-dev, g++, binutils")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/package/postinst ${CMAKE_CURRENT_LIST_DIR}/package/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
