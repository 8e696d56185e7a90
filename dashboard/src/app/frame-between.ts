/** A frame around views: that of the dashboard, or that of one mod with its sections. */
export type Frame = 'dashboard' | 'mod';

/** The path of a mod. The form for a new mod (`new`) is in no frame of a mod. */
const MOD = /\/mods\/(?!new(?:\/|$))[^/]+/;

/**
 * The innermost frame that stays when a navigation leads from one path to another, so that the view
 * in it changes. Null if the view stays too, because only its query changes.
 */
export function frameBetween(from: string, to: string): Frame | null {
  if (withoutEnd(from) === withoutEnd(to)) return null;
  const mod = MOD.exec(from)?.[0];
  return mod !== undefined && mod === MOD.exec(to)?.[0] ? 'mod' : 'dashboard';
}

function withoutEnd(path: string): string {
  return path.replace(/\/$/, '');
}
