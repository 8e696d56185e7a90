import {
  type Colour,
  createNoise,
  css,
  type Draws,
  glow,
  type Motif,
  mix,
  type Palette,
  type Point,
  polygon,
  sky,
  stars,
} from './cover-motif.js';

// The blocks along each side of the grid, then in pixels: half of a block's width and height, and
// one step of its height.
const side = 13;
const halfWidth = 42;
const halfHeight = 21;
const step = 27;
const grass: Colour = [126, 168, 88];
const lake: Colour = [52, 142, 190];

interface Block {
  readonly column: number;
  readonly row: number;
  /** Whole steps above the water; 0 is water. */
  readonly height: number;
  /** Steps of rock below the water line. */
  readonly depth: number;
}

/** An island of blocks in the sky, with lakes, beaches, trees and one lit tower. */
export const isles: Motif = (draws, palette) => {
  const land = terrain(draws);
  const peak = land.reduce((best, block) => (block.height > best.height ? block : best));
  const sun: Point = [draws.whole(140, 1060), draws.whole(90, 170)];
  const parts = [
    sky(palette),
    stars(draws, 70, 330, palette.light),
    glow('sun', sun, draws.whole(230, 330), palette.light, 0.8),
    `<circle cx="${sun[0]}" cy="${sun[1]}" r="${draws.whole(30, 46)}" fill="${css(palette.light)}"/>`,
  ];
  for (const block of land) {
    parts.push(column(palette, block));
    if (block === peak) parts.push(tower(palette, block));
    else if (block.height > 1 && block.height < 5 && draws.unit() < 0.2) {
      parts.push(tree(draws, palette, block));
    }
  }
  return parts.join('');
};

/**
 * A round island: heights from two crossed noises, lowered towards the rim; sorted back to front.
 */
function terrain(draws: Draws): readonly [Block, ...Block[]] {
  const along = createNoise(draws);
  const across = createNoise(draws);
  const centre = (side - 1) / 2;
  const blocks: Block[] = [];
  for (let place = 0; place < side * side; place += 1) {
    const column = place % side;
    const row = Math.floor(place / side);
    const rim = Math.hypot(column - centre, row - centre) / (centre + 0.5);
    const noise = along(column / 2.7 + row / 8) + across(row / 2.7 - column / 8 + 40);
    if (rim > 0.86 + noise * 0.12) continue;
    const height = Math.round((noise - 0.74) * 10 * (1 - rim * rim * 0.75));
    const depth = 1 + Math.round((1 - rim * rim) * 5 + noise);
    blocks.push({ column, row, height: Math.max(0, Math.min(6, height)), depth });
  }
  const [first = { column: 6, row: 6, height: 1, depth: 1 }, ...rest] = blocks;
  return [first, ...rest];
}

/** The upper corner of the block at this height, in pixels. */
function corner(block: Block, height: number): Point {
  return [
    600 + (block.column - block.row) * halfWidth,
    112 + (block.column + block.row) * halfHeight - height * step,
  ];
}

/** A box that stands on the block from one height to another, in three shades. */
function box(
  block: Block,
  from: number,
  to: number,
  colour: Colour,
  palette: Palette,
  inset = 0,
): string {
  const [x, top] = corner(block, to);
  const [, bottom] = corner(block, from);
  const wide = halfWidth - inset;
  const high = halfHeight - inset / 2;
  const middle = top + halfHeight;
  const drop = bottom - top;
  const left = x - wide;
  const right = x + wide;
  const front = middle + high;
  const lid: readonly Point[] = [
    [x, middle - high],
    [right, middle],
    [x, front],
    [left, middle],
  ];
  const west = wall([left, middle], [x, front], drop);
  const east = wall([right, middle], [x, front], drop);
  return (
    polygon(west, css(mix(colour, palette.near, 0.34))) +
    polygon(east, css(mix(colour, palette.near, 0.62))) +
    polygon(lid, css(colour))
  );
}

/** The side of a box below one edge of its lid. */
function wall([x, y]: Point, [endX, endY]: Point, drop: number): readonly Point[] {
  return [
    [x, y],
    [endX, endY],
    [endX, endY + drop],
    [x, y + drop],
  ];
}

function column(palette: Palette, block: Block): string {
  const meadow = mix(mix(grass, palette.sky[2], 0.28), palette.far, 0.2);
  const rock = mix(palette.far, palette.near, 0.35);
  const base = box(block, -block.depth, -0.7, rock, palette);
  if (block.height === 0)
    return base + box(block, -0.7, -0.3, mix(lake, palette.sky[1], 0.3), palette);
  if (block.height === 1)
    return base + box(block, -0.7, 0.4, mix(palette.light, grass, 0.22), palette);
  const lid = mix(meadow, palette.light, Math.max(0, block.height - 3) * 0.24);
  const top = block.height - 0.5;
  return (
    base + box(block, -0.7, top - 0.35, rock, palette) + box(block, top - 0.35, top, lid, palette)
  );
}

function tree(draws: Draws, palette: Palette, block: Block): string {
  const leaves = mix(grass, draws.unit() < 0.3 ? palette.accent : palette.near, 0.5);
  const crown = block.height + 0.1;
  return (
    box(block, block.height - 0.5, crown, palette.near, palette, 34) +
    box(block, crown, crown + 0.9, leaves, palette, 14) +
    box(block, crown + 0.9, crown + 1.5, mix(leaves, palette.light, 0.2), palette, 25)
  );
}

function tower(palette: Palette, block: Block): string {
  const top = block.height + 1.6;
  const lamp: Point = [corner(block, top)[0], corner(block, top)[1] + 8];
  return (
    box(block, block.height - 0.5, top, mix(palette.near, palette.light, 0.45), palette, 22) +
    glow('lamp', lamp, 120, palette.accent, 0.9) +
    box(block, top, top + 0.8, palette.accent, palette, 27)
  );
}
