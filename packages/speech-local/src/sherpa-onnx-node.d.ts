// The part of the library that the program uses. The library itself has no types.
declare module 'sherpa-onnx-node' {
  interface Waveform {
    /** From -1 to 1. */
    samples: Float32Array;
    sampleRate: number;
  }
  interface OfflineTtsConfig {
    /** The settings of one family by its name, and settings for all. A wrong file ends the process. */
    model: Readonly<Record<string, unknown>>;
    /** How many sentences are spoken at once. */
    maxNumSentences: number;
  }
  interface GenerationSettings {
    sid?: number;
    speed?: number;
    numSteps?: number;
    referenceAudio?: Float32Array;
    referenceSampleRate?: number;
    referenceText?: string;
    extra?: Readonly<Record<string, string | number>>;
  }
  class GenerationConfig {
    constructor(settings: GenerationSettings);
  }
  class OfflineTts {
    static createAsync(config: OfflineTtsConfig): Promise<OfflineTts>;
    readonly numSpeakers: number;
    readonly sampleRate: number;
    /** If the callback returns false, the speech ends after the sentence. */
    generateAsync(request: {
      text: string;
      enableExternalBuffer: boolean;
      generationConfig: GenerationConfig;
      onProgress: () => boolean;
    }): Promise<Waveform>;
  }
  interface OfflineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: Readonly<Record<string, unknown>>;
  }
  interface OfflineStream {
    acceptWaveform(waveform: Waveform): void;
  }
  interface OfflineResult {
    /** As each model writes it: `en`, `<|en|>`, or empty. */
    lang: string;
    text: string;
    tokens: string[];
    /** In seconds. Empty for models without times. */
    timestamps: number[];
    durations: number[];
  }
  class OfflineRecognizer {
    static createAsync(config: OfflineRecognizerConfig): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<OfflineResult>;
  }
  function readWave(file: string, enableExternalBuffer: boolean): Waveform;
}
