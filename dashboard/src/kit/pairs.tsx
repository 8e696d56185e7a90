import type { ReactNode } from 'react';
import './pairs.css';

/** A name and its value. */
export type Pair = readonly [string, ReactNode];

/** Names with their values, side by side. Each name occurs once. */
export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl className="pairs">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
