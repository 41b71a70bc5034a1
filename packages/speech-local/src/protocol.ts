// Only types. The service that starts the program uses these types, but loads no code of this package.

/** The families of models that speak. */
export type SpeechFamily = 'kokoro' | 'vits' | 'matcha' | 'kitten' | 'pocket' | 'supertonic' | 'zipvoice';

/** The families of models that recognize speech. */
export type RecognitionFamily =
  | 'whisper'
  | 'moonshine'
  | 'nemo_ctc'
  | 'nemo_transducer'
  | 'sense_voice'
  | 'zipformer';

/** Why the program did not do what a request asks for. */
export type EngineErrorCode =
  | 'INVALID_MODEL'
  | 'UNSPEAKABLE'
  | 'INVALID_REQUEST'
  | 'ENGINE_FAILED'
  | 'ABORTED';

/** A folder with the files of a model. */
export interface ModelFolder<Family extends string = SpeechFamily | RecognitionFamily> {
  /** The absolute path. */
  folder: string;
  family: Family;
  /** Of the installed files. The program loads no others. Undefined before the model is installed. */
  digest?: string | undefined;
  /** How many cores a request may use. */
  threads: number;
}

/** One text to speak. */
export interface SynthesisRequest {
  model: ModelFolder<SpeechFamily>;
  text: string;
  /** The number of the speaker, from 0. */
  speaker: number;
  /** 0.5 to 2; 1 is the normal rate of the model. */
  speed: number;
  /** Language of the text, lowercase BCP-47. */
  locale_code: string;
}

/** Speech to recognize. */
export interface RecognitionRequest {
  model: ModelFolder<RecognitionFamily>;
  /** 16-bit mono samples. */
  samples: Int16Array;
  sample_rate: number;
  /** Language of the speech, lowercase BCP-47. Null: the model detects it, if it can. */
  locale_code: string | null;
}

/** A model to load, which says whether its files fit together. */
export interface InspectionRequest {
  model: ModelFolder;
}

/** One spoken text. */
export interface Synthesis {
  /** 16-bit mono samples. */
  samples: Int16Array;
  sample_rate: number;
}

export interface RecognizedWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

/** What was heard. */
export interface Recognition {
  text: string;
  /** Empty if the model reports no times. */
  words: RecognizedWord[];
  /** As the model reports it. Null if it does not. */
  language: string | null;
}

/** What a loaded model says of itself. Null for models that recognize. */
export interface Inspection {
  speakers: number | null;
  sample_rate: number | null;
}

export type ParentMessage =
  | { kind: 'synthesize'; id: number; request: SynthesisRequest }
  | { kind: 'recognize'; id: number; request: RecognitionRequest }
  | { kind: 'inspect'; id: number; request: InspectionRequest }
  | { kind: 'abort'; id: number };

export type ChildMessage =
  /** `memory_bytes`: the memory that the process holds after its work. */
  | { kind: 'result'; id: number; result: Synthesis | Recognition | Inspection; memory_bytes: number }
  /** `fatal` means that the library may be damaged and the process has to be replaced. */
  | { kind: 'error'; id: number; code: EngineErrorCode; message: string; fatal: boolean };
