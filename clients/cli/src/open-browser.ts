import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an `http` or `https` address in the browser of this machine, without a shell. Does nothing
 * for other schemes, and ignores a missing browser: the caller shows the address as well.
 */
export function openBrowser(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) return;
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
