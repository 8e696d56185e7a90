import { useRef, useState } from 'react';
import { addToGallery } from './media-api';

/** A picture on its way, or the reason why it did not arrive. */
interface Sending {
  readonly key: number;
  readonly name: string;
  readonly error: unknown;
}

/** Sends pictures to the gallery one after the other, because each changes the state of the mod. */
export function useSending(modId: string, onChange: () => Promise<void>) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const send = (files: readonly File[], etag: string) => {
    const added = files.map((file) => {
      count.current += 1;
      return { file, key: count.current, name: file.name, error: null };
    });
    // A new choice replaces the reports about the one before.
    setSending((before) => [...before.filter(({ error }) => error === null), ...added]);
    queue.current = queue.current.then(async () => {
      let current = etag;
      for (const { file, key } of added) {
        try {
          current = await addToGallery(modId, file, current);
          setSending((before) => before.filter((it) => it.key !== key));
        } catch (error) {
          setSending((before) => before.map((it) => (it.key === key ? { ...it, error } : it)));
        }
      }
      await onChange();
    });
  };
  return { sending, send };
}
