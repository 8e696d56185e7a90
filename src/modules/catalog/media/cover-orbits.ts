import {
  type Colour,
  canvas,
  css,
  type Draws,
  glow,
  type Motif,
  mix,
  type Palette,
  type Point,
  stars,
} from './cover-motif.js';

/** A banded planet with a ring and moons, lit from one side. */
export const orbits: Motif = (draws, palette) => {
  const centre: Point = [draws.whole(430, 770), draws.whole(290, 390)];
  const radius = draws.whole(150, 215);
  const tilt = draws.whole(-28, 28);
  const sun: Point = draws.unit() < 0.5 ? [60, 70] : [1140, 70];
  const deep = mix(palette.near, palette.sky[0], 0.45);
  return [
    `<rect width="${canvas.width}" height="${canvas.height}" fill="${css(deep)}"/>`,
    glow('nebula1', [draws.whole(0, 1200), draws.whole(0, 675)], 620, palette.sky[1], 0.75),
    glow('nebula2', [draws.whole(0, 1200), draws.whole(0, 675)], 480, palette.far, 0.6),
    glow('nebula3', sun, 520, palette.sky[2], 0.6),
    stars(draws, 260, 1900, palette.light),
    paths(draws, palette, centre, radius, tilt),
    glow('air', centre, radius * 1.7, palette.sky[2], 0.75),
    ring(palette, centre, radius, tilt, 'back'),
    planet(draws, palette, centre, radius, tilt, sun),
    ring(palette, centre, radius, tilt, 'front'),
  ].join('');
};

function planet(
  draws: Draws,
  palette: Palette,
  [x, y]: Point,
  radius: number,
  tilt: number,
  sun: Point,
): string {
  const bands: string[] = [];
  const colours: readonly [Colour, ...Colour[]] = [
    palette.sky[2],
    palette.far,
    palette.sky[1],
    mix(palette.sky[2], palette.light, 0.5),
    palette.accent,
  ];
  for (let top = y - radius; top < y + radius; ) {
    const height = draws.whole(12, 46);
    const fill = css(mix(draws.pick(colours), palette.sky[2], 0.3));
    bands.push(`<ellipse cx="${x}" cy="${top}" rx="${radius * 2}" ry="${height}" fill="${fill}"/>`);
    top += Math.round(height * 0.8);
  }
  const lit = sun[0] < x ? '25%' : '75%';
  const shade = css(palette.near);
  return (
    `<clipPath id="disc"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath>` +
    `<radialGradient id="night" cx="${lit}" cy="22%" r="85%"><stop offset="25%" stop-color="${shade}" stop-opacity="0"/>` +
    `<stop offset="70%" stop-color="${shade}" stop-opacity="0.62"/><stop offset="100%" stop-color="${shade}" stop-opacity="0.95"/></radialGradient>` +
    `<g clip-path="url(#disc)"><rect x="${x - radius}" y="${y - radius}" width="${radius * 2}" height="${radius * 2}" fill="${css(palette.sky[1])}"/>` +
    `<g transform="rotate(${tilt} ${x} ${y})">${bands.join('')}</g></g>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#night)"/>`
  );
}

/** Half of the ring: the back half is drawn under the planet, the front half over it. */
function ring(
  palette: Palette,
  [x, y]: Point,
  radius: number,
  tilt: number,
  half: 'back' | 'front',
): string {
  const sweep = half === 'back' ? 1 : 0;
  const band = (reach: number, width: number, colour: Colour, opacity: number): string => {
    const wide = Math.round(radius * reach);
    return `<path d="M${x - wide} ${y}A${wide} ${Math.round(wide * 0.24)} 0 0 ${sweep} ${x + wide} ${y}" fill="none" stroke="${css(colour)}" stroke-width="${width}" opacity="${opacity}"/>`;
  };
  return (
    `<g transform="rotate(${tilt} ${x} ${y})">` +
    band(1.42, 16, palette.light, 0.55) +
    band(1.6, 26, palette.sky[2], 0.7) +
    band(1.8, 9, palette.accent, 0.75) +
    band(1.92, 4, palette.light, 0.5) +
    '</g>'
  );
}

/** Thin orbits around the planet, each with a moon on it. */
function paths(
  draws: Draws,
  palette: Palette,
  [x, y]: Point,
  radius: number,
  tilt: number,
): string {
  const list = [2.5, 3.2, 4.1].map((reach, at) => {
    const wide = Math.round(radius * reach);
    const high = Math.round(radius * reach * 0.3);
    const angle = draws.unit() * 2 * Math.PI;
    const moon: Point = [
      Math.round(x + Math.cos(angle) * wide),
      Math.round(y + Math.sin(angle) * high),
    ];
    const size = draws.whole(9, 24);
    const fill = css(mix(at === 1 ? palette.accent : palette.light, palette.sky[1], 0.25));
    return (
      `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="none" stroke="${css(palette.light)}" opacity="0.28"/>` +
      `<circle cx="${moon[0]}" cy="${moon[1]}" r="${size}" fill="${fill}"/>` +
      `<circle cx="${moon[0] + Math.round(size / 3)}" cy="${moon[1] + Math.round(size / 4)}" r="${Math.round(size * 0.8)}" fill="${css(palette.near)}" opacity="0.35"/>`
    );
  });
  return `<g transform="rotate(${tilt} ${x} ${y})">${list.join('')}</g>`;
}
