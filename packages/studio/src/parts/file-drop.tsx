import { Button, DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { text } from '../text/en.ts';

export const SCRIPT_TYPES = ['csv', 'tsv', 'txt', 'json', 'arb', 'srt', 'vtt', 'xliff', 'xlf', 'docx'].map(
  (type) => `.${type}`,
);

export const isScriptFile = ({ name }: File): boolean =>
  SCRIPT_TYPES.some((type) => name.toLowerCase().endsWith(type));

/** A place to drop one file, or to choose it. */
export function FileDrop({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  return (
    <DropZone
      className="drop"
      aria-label={label}
      onDrop={async ({ items }) => {
        const file = await items.find(isFileDropItem)?.getFile();
        if (file) onFile(file);
      }}
    >
      <strong>{label}</strong>
      <span className="soft">{text.create.formats}</span>
      <FileTrigger
        acceptedFileTypes={SCRIPT_TYPES}
        onSelect={(files) => {
          const file = files?.[0];
          if (file) onFile(file);
        }}
      >
        <Button className="button primary">{text.create.choose}</Button>
      </FileTrigger>
    </DropZone>
  );
}
