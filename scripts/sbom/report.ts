import type { Component } from './bill.js';
import { isAllowed, licenceOf } from './licences.js';

/**
 * The licences of packages as Markdown, and a line for each package whose licence is not allowed or
 * absent.
 */
export interface LicenceReport {
  readonly markdown: string;
  readonly refused: readonly string[];
}

/** Lists the packages by name, and how often each licence occurs. */
export function reportLicences(components: readonly Component[]): LicenceReport {
  const rows = components
    .map((component) => ({ ...component, licence: licenceOf(component) ?? 'none' }))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const counts = new Map<string, number>();
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([, a], [, b]) => b - a);
  return {
    markdown: [
      '# Licences of the packages that production installs',
      '',
      ...table(['Licence', 'Packages'], summary),
      '',
      ...table(
        ['Package', 'Version', 'Licence'],
        rows.map(({ name, version, licence }) => [name, version, licence]),
      ),
      '',
    ].join('\n'),
    refused: rows
      .filter(({ licence }) => !isAllowed(licence))
      .map(({ name, version, licence }) => `${name} ${version}: ${licence}`),
  };
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
