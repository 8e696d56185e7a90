import { Html, html } from './html.js';

/** The icons of the site: paths in a square of 24 by 24, drawn as lines. */
const PATHS = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  download: '<path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 20h14"/>',
  calendar: '<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M8 3v4m8-4v4"/>',
  user: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20a7.5 7.5 0 0 1 15 0"/>',
  tag: '<path d="M12.5 4H4v8.5l8 8 8.5-8.5z"/><circle cx="8.2" cy="8.2" r="1.2"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  shield:
    '<path d="M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z"/><path d="m9 12 2.2 2.2L15.2 10"/>',
  copy: '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2"/><path d="M15.5 8.5V4H4v11.5h4.5"/>',
  external: '<path d="M10 5H5v14h14v-5M14 4h6v6m0-6-9 9"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  game: '<rect x="3" y="8" width="18" height="10" rx="5"/><path d="M8 11v4m-2-2h4m5-1h.01M18 14h.01"/>',
  layers: '<path d="m12 4 9 4.5-9 4.5-9-4.5zM3 13l9 4.5 9-4.5M3 16.5 12 21l9-4.5"/>',
  chevron: '<path d="m9 6 6 6-6 6"/>',
  warning: '<path d="M12 4 2.8 20h18.4zM12 10v4.5m0 2.6v.1"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  feed: '<path d="M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8"/><circle cx="6" cy="18" r="1.4"/>',
  key: '<circle cx="8" cy="15" r="4"/><path d="m11 12 9-9m-4 4 3 3"/>',
  code: '<path d="m8.5 7-5 5 5 5m7-10 5 5-5 5"/>',
  upload: '<path d="M12 16V5m0 0 4.5 4.5M12 5 7.5 9.5M5 20h14"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7.5 8 5.5 8-5.5"/>',
  clock: '<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>',
  bin: '<path d="M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13"/>',
  flag: '<path d="M5 21V4h13l-2.5 4.5L18 13H5"/>',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon beside a text. Screen readers skip it, so the text must say everything. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${new Html(PATHS[name])}</svg>`;
}

/** The sign of modport: two arches of a harbour bridge, which read as an m. */
export const SIGN = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>' +
    '<path d="M7.5 23.5v-8a4.25 4.25 0 0 1 8.5 0v8m0-8a4.25 4.25 0 0 1 8.5 0v8" fill="none" ' +
    'stroke-width="3.4" stroke-linecap="round"/></svg>',
);
