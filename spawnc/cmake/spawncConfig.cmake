# find_package(spawnc) defines
#
#   spawnc_target(<target> [POLICY <policy>] [CARRIER <carrier>] [LAUNCH_FREE] [GRAPHS]
#                 [ON_ERROR passthrough|fail] [REPORT <file>])
#
# which compiles the CUDA sources of <target> with their device-side launches rewritten into guarded branches, and
# sets what device launches need: separable compilation and cudadevrt. POLICY is spawn (the default), always, never or
# threshold=N; CARRIER is auto (the default), queue or launch. With LAUNCH_FREE no device launch is left, so that none of
# that is needed, and a source where something stands in the way does not compile. ON_ERROR says what becomes of a source
# that can't be rewritten. With GRAPHS, loops and sequences of launches in host code become CUDA graphs. REPORT names a
# file that gets the list of the target's launches, as JSON, after each link.
#
# Call it in the folder of the target's add_executable or add_library, after the target's own launchers are set.

cmake_minimum_required(VERSION 3.18)

# <environment>/lib/pythonX.Y/site-packages/spawnc/cmake
get_filename_component(_spawnc_programs "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin" ABSOLUTE)
find_program(SPAWNC_CC spawnc-cc HINTS "${_spawnc_programs}" DOC "spawnc's compiler launcher")
find_program(SPAWNC spawnc HINTS "${_spawnc_programs}" DOC "spawnc")
mark_as_advanced(SPAWNC SPAWNC_CC)
unset(_spawnc_programs)

if(NOT SPAWNC_CC OR NOT SPAWNC)
  set(spawnc_FOUND FALSE)
  set(spawnc_NOT_FOUND_MESSAGE "the programs spawnc and spawnc-cc are not on PATH")
  return()
endif()

get_filename_component(spawnc_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)

function(spawnc_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LAUNCH_FREE;GRAPHS" "POLICY;CARRIER;ON_ERROR;REPORT" "")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "spawnc_target(${target}): can't read '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "spawnc_target(${target}): there is no such target")
  endif()
  if(DEFINED arg_POLICY AND NOT arg_POLICY MATCHES "^(spawn|always|never|threshold=[0-9]+)$")
    message(FATAL_ERROR "spawnc_target(${target}): POLICY ${arg_POLICY}: policies are spawn, always, never, threshold=N")
  endif()
  if(DEFINED arg_CARRIER AND NOT arg_CARRIER MATCHES "^(auto|queue|launch)$")
    message(FATAL_ERROR "spawnc_target(${target}): CARRIER ${arg_CARRIER}: choices are auto, queue and launch")
  endif()
  if(DEFINED arg_ON_ERROR AND NOT arg_ON_ERROR MATCHES "^(passthrough|fail)$")
    message(FATAL_ERROR "spawnc_target(${target}): ON_ERROR ${arg_ON_ERROR}: choices are passthrough and fail")
  endif()

  # another launcher (ccache) comes after ours: it is to see what is really compiled
  get_target_property(others ${target} CUDA_COMPILER_LAUNCHER)
  if(NOT others)
    set(others "")
  endif()
  list(FILTER others EXCLUDE REGEX "(^|/)spawnc-cc$")
  set(launcher "${SPAWNC_CC}")
  if(DEFINED arg_POLICY)
    list(APPEND launcher "--policy=${arg_POLICY}")
  endif()
  if(DEFINED arg_CARRIER)
    list(APPEND launcher "--carrier=${arg_CARRIER}")
  endif()
  if(arg_LAUNCH_FREE)
    list(APPEND launcher --launch-free)
  endif()
  if(arg_GRAPHS)
    list(APPEND launcher --graphs)
  endif()
  if(DEFINED arg_ON_ERROR)
    list(APPEND launcher "--on-error=${arg_ON_ERROR}")
  endif()
  list(APPEND launcher -- ${others})
  set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${launcher}")

  # properties, since target_link_libraries does not mix its two signatures
  set_property(TARGET ${target} APPEND PROPERTY INCLUDE_DIRECTORIES "${spawnc_INCLUDE_DIR}")
  if(NOT arg_LAUNCH_FREE)
    set_target_properties(${target} PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES cudadevrt)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
      # whoever links the library links the device code
      set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:cudadevrt>")
    endif()
  endif()

  if(DEFINED arg_REPORT)
    set(options "${launcher}")
    list(FILTER options INCLUDE REGEX "^--(policy|carrier|launch-free|graphs)")
    _spawnc_report(${target} "${arg_REPORT}" ${options})
  endif()
endfunction()

function(_spawnc_report target file)
  get_filename_component(file "${file}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  # `spawnc list -p` reads the flags of the target's sources there; CMake 3.18 and 3.19 know the variable alone
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  set(sources "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.cu$>")
  add_custom_command(
    TARGET ${target} POST_BUILD
    # no VERBATIM: it would quote the `>`
    COMMAND "${SPAWNC}" list --format json --quiet --each-alone ${ARGN} -p "${CMAKE_BINARY_DIR}" --in-root / "${sources}" > "${file}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    BYPRODUCTS "${file}"
    COMMAND_EXPAND_LISTS
    COMMENT "Launches of ${target}: ${file}")
endfunction()
