/** The environment of the process as it was at its start. */
export const startEnvironment: Readonly<NodeJS.ProcessEnv> = { ...process.env };

// With FORCE_COLOR and NO_COLOR, Node warns on stderr as soon as a library asks for a style. But a
// script reads the JSON of an error from stderr. So `main.ts` imports this file before all others.
delete process.env['FORCE_COLOR'];
