import type { Draws } from './cover-draws.js';
import { canvas, type Motif, type Point } from './cover-motif.js';
import { type Colour, css, mix, type Palette } from './cover-palettes.js';

const columns = 15;
const rows = 9;

interface Vertex {
  readonly at: Point;
  /** The height above the plane, in pixels. */
  readonly height: number;
}

/** Folded paper: a sheet of triangles, each shaded by its angle to one light. */
export const facets: Motif = (draws, palette) => {
  const sheet = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => vertex(draws, column, row)),
  );
  const source: Point = [draws.whole(250, 950), draws.whole(-40, 260)];
  const parts: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corners = [
        sheet[row]?.[column],
        sheet[row]?.[column + 1],
        sheet[row + 1]?.[column + 1],
        sheet[row + 1]?.[column],
      ];
      const [a, b, c, d] = corners;
      if (!a || !b || !c || !d) continue;
      const pairs =
        draws.unit() < 0.5
          ? [
              [a, b, c],
              [a, c, d],
            ]
          : [
              [a, b, d],
              [b, c, d],
            ];
      for (const corner of pairs) parts.push(facet(draws, palette, source, corner));
    }
  }
  return parts.join('');
};

function vertex(draws: Draws, column: number, row: number): Vertex {
  const [wide, high] = [canvas.width / (columns - 2), canvas.height / (rows - 2)];
  const jitter = (): number => (draws.unit() - 0.5) * 0.74;
  return {
    at: [(column - 1 + jitter()) * wide, (row - 1 + jitter()) * high],
    height: draws.unit() * 62,
  };
}

function facet(draws: Draws, palette: Palette, source: Point, corners: readonly Vertex[]): string {
  const [a, b, c] = corners;
  if (!a || !b || !c) return '';
  const centre: Point = [(a.at[0] + b.at[0] + c.at[0]) / 3, (a.at[1] + b.at[1] + c.at[1]) / 3];
  const distance = Math.hypot(centre[0] - source[0], centre[1] - source[1]) / 900;
  const lit = lean(a, b, c);
  let colour = ramp(palette, Math.min(1, distance + (0.5 - lit) * 0.42));
  if (draws.unit() < 0.035) colour = mix(colour, palette.accent, 0.85);
  const fill = css(colour);
  // The stroke closes the hairlines that antialiasing leaves between neighbours.
  const outline = corners.map(({ at: [x, y] }) => `${Math.round(x)},${Math.round(y)}`).join(' ');
  return `<polygon points="${outline}" fill="${fill}" stroke="${fill}"/>`;
}

/** How much a triangle faces the light at the upper left, from 0 to 1. */
function lean(a: Vertex, b: Vertex, c: Vertex): number {
  const [ux, uy, uz] = [b.at[0] - a.at[0], b.at[1] - a.at[1], b.height - a.height];
  const [vx, vy, vz] = [c.at[0] - a.at[0], c.at[1] - a.at[1], c.height - a.height];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(nx, ny, nz) || 1;
  const facing = (-nx * 0.55 - ny * 0.6) / (length * Math.sign(nz || 1));
  return Math.min(1, Math.max(0, 0.5 + facing));
}

/** The colour ramp from the light through the sky's colours to the darkest. */
function ramp(palette: Palette, share: number): Colour {
  const steps = [
    palette.light,
    palette.sky[2],
    mix(palette.sky[2], palette.sky[1], 0.55),
    palette.sky[1],
    palette.sky[0],
    palette.near,
  ];
  const place = Math.max(0, share) * (steps.length - 1);
  const from = steps[Math.floor(place)] ?? palette.near;
  const to = steps[Math.ceil(place)] ?? palette.near;
  return mix(from, to, place - Math.floor(place));
}
