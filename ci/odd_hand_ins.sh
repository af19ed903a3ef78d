#!/usr/bin/env bash
# odd_hand_ins.sh RIGHT WRONG STUB FOLDER: makes hand-ins of the exercise map in FOLDER, a folder each, as students hand them
# in: other names, archives, files of their own, nothing at all. RIGHT, WRONG and STUB are files map.cu.
set -euo pipefail
right=$(realpath "$1") wrong=$(realpath "$2") stub=$(realpath "$3")
mkdir -p "$4"
cd "$4"

hand_in() {  # NAME FILE [SOURCE]: the right file, or SOURCE, under this name
  mkdir -p "$(dirname "$1/$2")"
  cp "${3:-$right}" "$1/$2"
}
with_header() {  # FOLDER HEADER: a right file that includes a header of its own, which lies there
  mkdir -p "$1/$(dirname "$2")"
  printf '#pragma once\n' > "$1/$2"
  sed "s|#include \"map.cuh\"|&\n#include \"$2\"|" "$right" > "$1/map.cu"
}
packed() {  # FOLDER ARCHIVE WHAT: what is in a folder, as an archive in its place
  (cd "$1" && python3 -c "import shutil, sys; shutil.make_archive('../$1.packed', sys.argv[1], '.')" "$3")
  rm -r "${1:?}"/*
  mv "$1".packed.* "$1/$2"
}

hand_in right map.cu
hand_in wrong map.cu "$wrong"
hand_in stub map.cu "$stub"
hand_in deep_folder hw3/src/map.cu
hand_in upper_case Map.cu
hand_in shouted MAP.CU
hand_in second_download 'map (1).cu'
hand_in number_of_canvas map-1.cu
hand_in windows_copy 'map - Copy.cu'
hand_in german_copy 'map - Kopie.cu'
hand_in copy_of_google 'Copy of map.cu'
hand_in final_version map_final_v2.cu
hand_in text_ending map.cu.txt
hand_in with_notes map.cu && echo notes > with_notes/notes.txt
with_header own_header mine.cuh
with_header header_in_folder parts/mine.cuh
hand_in in_a_zip map.cu && packed in_a_zip hw.zip zip
with_header header_in_a_zip mine.cuh && packed header_in_a_zip hw.zip zip
hand_in in_a_tar map.cu && packed in_a_tar hw.tar.gz gztar
hand_in zip_in_a_zip map.cu && packed zip_in_a_zip inner.zip zip && packed zip_in_a_zip outer.zip zip
hand_in broken_zip map.cu && packed broken_zip hw.zip zip && truncate -s 200 broken_zip/hw.zip
hand_in older_beside old/map.cu "$wrong" && touch -d 2020-01-01 older_beside/old/map.cu && hand_in older_beside map.cu
hand_in newer_elsewhere map.cu "$wrong" && touch -d 2020-01-01 newer_elsewhere/map.cu && hand_in newer_elsewhere new/map.cu
hand_in of_the_future map.cu && hand_in of_the_future a/map.cu "$wrong" && touch -d 2099-01-01 of_the_future/a/map.cu
hand_in exact_name_wins map.cu && hand_in exact_name_wins 'map (1).cu' "$wrong"
hand_in two_versions map_v1.cu && hand_in two_versions map_v2.cu
hand_in of_a_mac map.cu && hand_in of_a_mac __MACOSX/._map.cu "$wrong"
hand_in hidden_folder .trash/map.cu
hand_in other_exercise guard.cu
hand_in other_ending map.cpp
mkdir nothing no_code a_folder_of_that_name a_link byte_order_mark utf16 carriage_returns too_large
echo %PDF > no_code/report.pdf
hand_in a_folder_of_that_name map.cu/main.cu
ln -s "$right" a_link/map.cu
{ printf '\xef\xbb\xbf'; cat "$right"; } > byte_order_mark/map.cu
iconv -t UTF-16 "$right" > utf16/map.cu
sed 's/$/\r/' "$right" > carriage_returns/map.cu
head -c 1100000 /dev/zero | tr '\0' '\n' > too_large/map.cu
