// A page that is fetched when it is opened for the first time.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "./pages/Notice.tsx";

export function later<Props extends object>(fetchIt: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Page: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [, repaint] = useState({});
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Page) return;
      fetchIt().then(
        (page) => {
          Page = page;
          repaint({});
        },
        () => setFailed(true),
      );
    }, []);
    if (Page) return <Page {...props} />;
    return failed ? <Notice title="This page did not come" text="The line may be broken. Load it again." /> : null;
  };
}
