import type { Request } from 'playwright-core';
import type { Tab } from './driver.js';

/** Chooses files in the dialog that a button opens. */
export async function choose(tab: Tab, button: string, files: string | object) {
  const [chooser] = await Promise.all([
    tab.page.waitForEvent('filechooser'),
    tab.page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(files as never);
}

/** A file that exists only in the test. */
export const inMemory = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/zip',
  buffer,
});

/** The name of the GraphQL operation that a page runs. */
export function operationOf(request: Request): string {
  return String(request.postDataJSON()?.operationName);
}
