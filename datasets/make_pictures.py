#!/usr/bin/env python3
"""Makes courtyard.hdr and portrait.png from the pictures that manifest.toml names as their origin.

The course ships both results, so nobody needs to run this: it says how they were made.

    python3 -m pip install numpy pillow OpenEXR
    datasets/make_pictures.py courtyard.exr astronaut.png OUTPUT_FOLDER
"""

import sys
from pathlib import Path

import numpy as np
import OpenEXR
from PIL import Image

# ---- courtyard.hdr: half the width and height, in Radiance's format (Ward, Graphics Gems II, 1991) ------------


def read_exr(path):
    with OpenEXR.File(str(path)) as file:
        return file.channels()["RGB"].pixels[..., :3].astype(np.float64)


def half_size(picture):
    """Each pixel is the mean of four."""
    return (picture[0::2, 0::2] + picture[1::2, 0::2] + picture[0::2, 1::2] + picture[1::2, 1::2]) / 4


def to_rgbe(picture):
    """Three mantissas of 8 bits and the exponent that they share."""
    picture = np.maximum(picture, 0)  # the camera's noise goes a little below zero
    mantissa, exponent = np.frexp(picture.max(axis=-1))
    scale = np.where(mantissa > 0, np.ldexp(256.0, -exponent), 0)
    rgbe = np.zeros((*picture.shape[:2], 4), np.uint8)
    rgbe[..., :3] = np.minimum(picture * scale[..., None], 255)
    rgbe[..., 3] = np.where(mantissa > 0, exponent + 128, 0)
    return rgbe


def run_lengths(values):
    """Runs of at least four equal bytes, and stretches of others, at most 127 and 128 long."""
    packed, at, stretch = bytearray(), 0, bytearray()

    def write_stretch():
        if stretch:
            packed.extend([len(stretch), *stretch])
            stretch.clear()

    while at < len(values):
        run = 1
        while at + run < len(values) and run < 127 and values[at + run] == values[at]:
            run += 1
        if run >= 4:
            write_stretch()
            packed.extend([128 + run, values[at]])
            at += run
        else:
            stretch.append(values[at])
            at += 1
            if len(stretch) == 128:
                write_stretch()
    write_stretch()
    return bytes(packed)


def write_hdr(path, picture):
    height, width = picture.shape[:2]
    with open(path, "wb") as file:
        file.write(f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode())
        for row in to_rgbe(picture):
            file.write(bytes([2, 2, width >> 8, width & 255]))
            for channel in range(4):
                file.write(run_lengths(bytes(row[:, channel])))


# ---- portrait.png: the head, with red pupils put in -------------------------------------------------------------

HEAD = (96, 0, 352, 256)  # left, top, right, bottom in the original
PUPILS = ((107.4, 100.2), (151.2, 103.0))  # x, y in the cut
PUPIL_RADIUS = 3.0
FLASH = np.array([205.0, 28.0, 34.0])  # the colour of an eye that reflects the flash


def put_in_red_eyes(picture):
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    for pupil_x, pupil_y in PUPILS:
        distance = np.hypot(x - pupil_x, y - pupil_y)
        share = 0.85 * np.clip(PUPIL_RADIUS + 0.5 - distance, 0, 1)[..., None]  # soft edge; the glint shows through
        brightness = 0.75 + 0.25 * np.clip(1 - distance / PUPIL_RADIUS, 0, 1)[..., None]
        picture = picture * (1 - share) + FLASH * brightness * share
    return picture


def make_portrait(source, target):
    head = np.asarray(Image.open(source).convert("RGB").crop(HEAD), np.float64)
    Image.fromarray(np.rint(put_in_red_eyes(head)).astype(np.uint8)).save(target, optimize=True)


if __name__ == "__main__":
    exr, portrait, folder = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    write_hdr(folder / "courtyard.hdr", half_size(read_exr(exr)))
    make_portrait(portrait, folder / "portrait.png")
