import type { ReplyKit } from './api';
import { KitEditor } from './kit-editor';
import { KitParts } from './reply-kit';
import type { Generator } from './use-generator';

/** The kit above the editor; where there is more width than height, beside it. */
export function KitPanel({ generator, kit }: { generator: Generator; kit: ReplyKit }) {
  return (
    <div onKeyDownCapture={generator.onKeyDownCapture} className="@container flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col @min-[34rem]:flex-row">
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 py-3 [scrollbar-width:thin]">
          <KitParts {...{ generator, kit }} />
        </div>
        <div className={editor}>
          <KitEditor {...{ generator, kit }} />
        </div>
      </div>
    </div>
  );
}

const editor =
  'border-border px-5 py-3 pb-[max(16px,env(safe-area-inset-bottom))] @max-[34rem]:flex-none @max-[34rem]:border-t ' +
  '@max-[34rem]:shadow-[0_-8px_16px_-12px_rgb(60_46_24/0.18)] @min-[34rem]:min-w-0 @min-[34rem]:flex-1 @min-[34rem]:overflow-y-auto @min-[34rem]:border-l';
