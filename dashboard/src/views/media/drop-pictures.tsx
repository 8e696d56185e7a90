import { type DragEvent, type ReactNode, useState } from 'react';

/** The formats that the service accepts. They guide the file dialog; the service decides. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** An area that takes dropped files of any kind. The controls inside do the same by keyboard. */
export function DropPictures(props: {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    // A drag of a picture within the gallery contains no files.
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    props.onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{props.label}</p>
      {props.children}
    </div>
  );
}
