"""Renders .glb files with Blender and prints one JSON line a picture: file, seconds, the PNG's path.

    blender -b --factory-startup --python blender_render.py -- --engine CYCLES --samples 64 --size 512 --out DIR a.glb b.glb

Camera, sun and objects are the file's. What glTF has no place for, the sky's light, is read from the scene's
`extras`. `seconds` counts drawing and writing the picture; starting Blender and importing the file are left out, which
favours Blender. Eevee needs a display (xvfb-run) and compiles a file's shaders on its first picture: there the second
one counts.
"""

import argparse
import json
import math
import os
import struct
import sys
import time

import bpy
import numpy

# Debian 12's add-on for glTF names `numpy.bool`, which Debian 12's numpy no longer has.
if "bool" not in vars(numpy):
    numpy.bool = bool

# glTF counts the sun in lux; Blender's importer divides by 683 lm/W. A white surface that faces a sun of E sends back
# E / pi: that is 1 here, and the sky and the openings are counted by it.
SUN_WATTS = 100_000.0 / 683.0
SKY_SHARE = 1.2
OPENING = 3.0
EXPOSURE_STOPS = 0.3


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", choices=["CYCLES", "BLENDER_EEVEE"], required=True)
    parser.add_argument("--samples", type=int, required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("files", nargs="+")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def extras_of(path):
    """The scene as SpatialTunnel wrote it, from the file's JSON chunk."""
    with open(path, "rb") as file:
        head = file.read(20)
        (length,) = struct.unpack_from("<I", head, 12)
        document = json.loads(file.read(length))
    return document["scenes"][0]["extras"]["spatialtunnel"]


def load(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    scene = bpy.context.scene
    scene.camera = next(o for o in scene.objects if o.type == "CAMERA")
    for thing in scene.objects:
        if thing.type == "MESH" and not thing.get("castsShadow", True):
            thing.visible_shadow = False
            for slot in thing.material_slots:
                slot.material.shadow_method = "NONE"
    scene.world = sky(extras_of(path)["light"]["backgroundIntensity"])
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.exposure = math.log2(math.pi / SUN_WATTS) + EXPOSURE_STOPS
    return scene


def sky(background_intensity):
    """Even light from everywhere; the camera sees the open ends brighter than they shine, as in our picture."""
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    background = nodes["Background"]
    background.inputs["Color"].default_value = (1, 1, 1, 1)
    path, strength = nodes.new("ShaderNodeLightPath"), nodes.new("ShaderNodeMapRange")
    white = SUN_WATTS / math.pi
    strength.inputs["To Min"].default_value = SKY_SHARE * background_intensity * white
    strength.inputs["To Max"].default_value = OPENING * white
    links.new(path.outputs["Is Camera Ray"], strength.inputs["Value"])
    links.new(strength.outputs["Result"], background.inputs["Strength"])
    return world


def configure(scene, options):
    scene.render.engine = options.engine
    scene.render.resolution_x = scene.render.resolution_y = options.size
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    if options.engine == "CYCLES":
        scene.cycles.device = "CPU"
        scene.cycles.samples = options.samples
        scene.cycles.use_adaptive_sampling = False
        scene.cycles.use_denoising = False
    else:
        scene.eevee.taa_render_samples = options.samples


def draw(scene, path):
    scene.render.filepath = path
    began = time.perf_counter()
    bpy.ops.render.render(write_still=True)
    return time.perf_counter() - began


def main():
    options = arguments()
    os.makedirs(options.out, exist_ok=True)
    for path in options.files:
        scene = load(path)
        configure(scene, options)
        name = os.path.splitext(os.path.basename(path))[0]
        png = os.path.join(options.out, f"{name}-{options.engine.lower()}-{options.samples}.png")
        if options.engine == "BLENDER_EEVEE":
            draw(scene, png)
        seconds = draw(scene, png)
        print(json.dumps({"file": path, "seconds": seconds, "png": png}), flush=True)


main()
