/** The environment of the process as it was at its start. */
export const startEnvironment: Readonly<NodeJS.ProcessEnv> = { ...process.env };

// Node warns on stderr if NO_COLOR is set too, as soon as a library asks for a style. A script reads
// the JSON of an error there. So `main.ts` imports this file before all others.
delete process.env['FORCE_COLOR'];
