import type { Platform } from '../src/platform/platform.js';

const platforms = new Map<string, Platform>();

/** Records the platform of a service in this process; returns what forgets it. */
export function rememberWorld(baseUrl: string, platform: Platform): () => void {
  platforms.set(baseUrl, platform);
  return () => platforms.delete(baseUrl);
}

/** The platform of the service at an address; undefined for a service in a process of its own. */
export function platformAt(baseUrl: string): Platform | undefined {
  return platforms.get(baseUrl);
}
