import { createNoise, type Draws } from './cover-draws.js';
import {
  canvas,
  glow,
  type Motif,
  type Point,
  polygon,
  sky,
  stars,
  verticalGradient,
} from './cover-motif.js';
import { css, mix, type Palette } from './cover-palettes.js';

const layers = 6;

/** Mountain ridges behind one another under a low sun, the nearest with a line of firs. */
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

/** One ridge, fading into mist at its foot; layer 0 is the farthest. */
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
