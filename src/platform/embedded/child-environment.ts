/** Variables that programs need to be found and to run. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
  ...['SystemRoot', 'windir', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA'],
];

/**
 * The environment of child programs, some of which run as another user. It omits the keys and
 * passwords in modport's own environment.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const entries = PASSED_ON.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
