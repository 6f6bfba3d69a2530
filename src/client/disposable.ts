/** Something that is released once it is no longer needed. Releasing twice is harmless. */
export interface Disposable {
  dispose(): void;
}
