import type { Scene } from '../../demo/scene.ts';

/** What a thread that makes scenes is started with. */
export type SceneThreadData = {
  readonly demoFolder: string;
  /** One number: 1 says that the service stops. Seen at once, also by a thread that is busy painting. */
  readonly stopped: SharedArrayBuffer;
};

export type ToSceneThread = { readonly type: 'make'; readonly scene: Scene } | { readonly type: 'close' };

export type FromSceneThread = { readonly type: 'made' } | { readonly type: 'failed'; readonly reason: string };
