import {
  type Colour,
  canvas,
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
  verticalGradient,
} from './cover-motif.js';

// The cells of the sheet of folded paper.
const columns = 15;
const rows = 9;

interface Vertex {
  readonly at: Point;
  /** The height above the plane, in pixels. */
  readonly height: number;
}

/**
 * Folded paper: a sheet of triangles. Each is darker with its distance from a bright point, and
 * shaded by its angle to a light at the upper left.
 */
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
  const wide = canvas.width / (columns - 2);
  const high = canvas.height / (rows - 2);
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
  const ux = b.at[0] - a.at[0];
  const uy = b.at[1] - a.at[1];
  const uz = b.height - a.height;
  const vx = c.at[0] - a.at[0];
  const vy = c.at[1] - a.at[1];
  const vz = c.height - a.height;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
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

/** The number of mountain ridges. */
const layers = 6;

/**
 * Mountain ridges behind one another under stars and a low sun, the nearest with a line of firs.
 */
export const ridges: Motif = (draws, palette) => {
  const sun: Point = [draws.whole(220, 980), draws.whole(210, 330)];
  const radius = draws.whole(46, 84);
  const parts = [
    sky(palette),
    stars(draws, 90, 300, palette.light),
    glow('halo', sun, radius * 5, palette.light, 0.75),
    `<circle cx="${sun[0]}" cy="${sun[1]}" r="${radius}" fill="${css(palette.light)}"/>`,
  ];
  for (let layer = 0; layer < layers; layer += 1) parts.push(ridge(draws, palette, layer));
  return parts.join('');
};

/** One ridge, fading into mist at its foot unless it is the nearest; layer 0 is the farthest. */
function ridge(draws: Draws, palette: Palette, layer: number): string {
  const depth = layer / (layers - 1);
  const noise = createNoise(draws);
  const crest = 300 + depth * 250;
  const swing = 190 - depth * 80;
  const stretch = 210 - depth * 40;
  const points: Point[] = [];
  for (let x = -10; x <= canvas.width + 10; x += 10) {
    points.push([x, crest + swing * 0.55 - noise(x / stretch + 1) * swing]);
  }
  const tint = mix(
    mix(palette.sky[2], palette.far, 0.35 + depth * 0.4),
    palette.near,
    depth * depth,
  );
  const foot = depth === 1 ? palette.near : mix(tint, palette.sky[2], 0.45);
  const id = `ridge${layer}`;
  const body = [...points, [canvas.width + 10, 720], [-10, 720]] as const;
  const firs = depth === 1 ? forest(draws, points, css(tint)) : '';
  return verticalGradient(id, [tint, tint, foot]) + polygon(body, `url(#${id})`) + firs;
}

/** Firs along the line `ground`, in groves with clearings between. */
function forest(draws: Draws, ground: readonly Point[], fill: string): string {
  const grove = createNoise(draws);
  return ground
    .filter(([x]) => grove(x / 120) > 0.42)
    .map(([x, y]) => fir([x + draws.whole(-4, 4), y + 8], draws.whole(26, 66), fill))
    .join('');
}

function fir([x, y]: Point, height: number, fill: string): string {
  const tiers = [0.42, 0.7, 1].map((reach, tier): string => {
    const half = height * (0.13 + tier * 0.07);
    const top = y - height + tier * height * 0.26;
    return polygon(
      [
        [x, top],
        [x + half, y - height * (1 - reach)],
        [x - half, y - height * (1 - reach)],
      ],
      fill,
    );
  });
  return tiers.join('');
}
