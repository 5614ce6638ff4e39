// A component that is loaded when it is needed. Preact's own lazy() is in its compatibility layer, which is larger than
// this page's whole frame.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading, Trouble } from "./notices.tsx";

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let failure: Error | undefined;
  return function Lazy(props: Props) {
    const [, setReady] = useState(0);
    useEffect(() => {
      if (loaded) return;
      load()
        .then((component) => {
          loaded = component;
        })
        .catch((error: Error) => {
          failure = error;
        })
        .then(() => setReady((ready) => ready + 1));
    }, []);
    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    if (failure) return <Trouble>This part of the page could not be loaded. Reload it.</Trouble>;
    return <Loading what="The page" />;
  };
}
