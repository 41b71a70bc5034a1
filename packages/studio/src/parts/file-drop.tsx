import { Button, DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { text } from '../text/en.ts';

const TYPES = ['csv', 'tsv', 'txt', 'json', 'srt', 'vtt', 'xliff', 'xlf', 'docx'].map((type) => `.${type}`);

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
        acceptedFileTypes={TYPES}
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
