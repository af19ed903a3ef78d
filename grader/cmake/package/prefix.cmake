# Read by CPack for each kind of package: a .deb goes into /usr, an archive is unpacked anywhere.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
