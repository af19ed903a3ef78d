# cmake --install, and what others install: `cmake --build build --target package` writes warpgrade_*.deb and
# warpgrade-*.tar.gz into the build folder, and the target `wheel` warpgrade-*.whl.
include(CMakePackageConfigHelpers)
set(package_folder lib/cmake/warpgrade)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpgradeConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/warpgradeConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/warpgrade RENAME copyright)

# They must run on other machines than this one, so another build makes them, and this one takes them over.
if(NOT WARPGRADE_PORTABLE)
  set(portable ${CMAKE_BINARY_DIR}/portable)
  file(REMOVE ${CMAKE_BINARY_DIR}/CPackConfig.cmake)  # of an older version: with it the name `package` would be CPack's
  foreach(kind package wheel)
    add_custom_target(${kind} VERBATIM WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      COMMAND ${CMAKE_COMMAND} --preset portable -B ${portable}
      COMMAND ${CMAKE_COMMAND} --build ${portable} --target ${kind}
      COMMAND sh -c "cp \"$0\"/warpgrade[-_]*.* \"$1\"" ${portable} ${CMAKE_BINARY_DIR})
  endforeach()
  return()
endif()

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME warpgrade)
set(CPACK_PACKAGE_CONTACT "the Warpgrade team <warpgrade@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package/prefix.cmake)
set(CPACK_PACKAGE_FILE_NAME warpgrade-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ | clang, binutils")  # they compile submissions
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap")
include(CPack)

# The installed tree as a folder of a Python package.
set(staged ${CMAKE_BINARY_DIR}/wheel_tree)
set(python ${CMAKE_SOURCE_DIR}/grader/python)
file(GLOB modules CONFIGURE_DEPENDS ${python}/warpgrade/*.py)
set(information ${staged}/warpgrade-${PROJECT_VERSION}.dist-info)
configure_file(${python}/METADATA.in ${CMAKE_BINARY_DIR}/METADATA @ONLY)
add_custom_target(wheel VERBATIM
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${staged}
  COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix ${staged}/warpgrade/tree --strip > ${staged}.log
  COMMAND ${CMAKE_COMMAND} -E copy ${modules} ${staged}/warpgrade
  COMMAND ${CMAKE_COMMAND} -E make_directory ${information}
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_BINARY_DIR}/METADATA ${python}/WHEEL ${python}/entry_points.txt ${information}
  COMMAND ${WARPGRADE_PYTHON} -m wheel pack ${staged} --dest-dir ${CMAKE_BINARY_DIR})
add_dependencies(wheel grade_course)
