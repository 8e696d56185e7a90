import { type Client, ProblemError, type Schema } from '@modport/client';
import { isFor } from '../catalog.js';
import type { LockedRequest } from './lockfile.js';
import type { Pin } from './plan-session.js';

/** The channels, from the most stable one to the least stable one. */
const CHANNELS = ['release', 'beta', 'alpha'];

/** Whether a request accepts a channel. It accepts none that this program does not know. */
function acceptsChannel(accepted: string, channel: string): boolean {
  return CHANNELS.slice(0, CHANNELS.indexOf(accepted) + 1).includes(channel);
}

/**
 * Whether the filters of a request accept an installed version. A plan contains each version that
 * its request pins, also one that does not fit the filters. False if the service no longer offers
 * the version.
 */
export async function isFitting(
  client: Client,
  request: LockedRequest,
  { mod_id, version_id }: Pin,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const params = { path: { mod_id, version_id } };
    const address = '/mods/{mod_id}/versions/{version_id}';
    return fits(request, (await client.get(address, { params, signal })).body.data);
  } catch (error) {
    if (error instanceof ProblemError && [404, 410].includes(error.status)) return false;
    throw error;
  }
}

function fits(request: LockedRequest, version: Schema<'ModVersion'>): boolean {
  const { game_versions, release_channel, build_metadata } = version;
  const { game_version, loader, platform } = request;
  const platforms = build_metadata['platforms'];
  const runsOn = (name: string) =>
    !Array.isArray(platforms) ||
    platforms.length === 0 ||
    platforms.includes('any') ||
    platforms.includes(name);
  return (
    acceptsChannel(request.release_channel, release_channel) &&
    (game_version === null || game_versions.length === 0 || game_versions.includes(game_version)) &&
    (loader === null || isFor(version, [loader])) &&
    (platform === null || platform === 'any' || runsOn(platform))
  );
}
