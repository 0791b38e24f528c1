;;; `ishi lsp` in Emacs, through eglot, without a window:  -*- lexical-binding: t -*-
;;
;;   ISHI=path/to/ishi FOLDER=copy/of/examples/squad emacs -batch -l emacs_test.el

(setq package-enable-at-startup nil)
(dolist (folder (directory-files-recursively "/usr/share/emacs/site-lisp/elpa" "." t (lambda (_) nil)))
  (when (file-directory-p folder) (add-to-list 'load-path folder)))
(require 'package)
(package-initialize)
(require 'eglot)
(define-derived-mode ishi-mode text-mode "Ishi")
(add-to-list 'auto-mode-alist '("\\.ishi\\.yaml\\'" . ishi-mode))
(add-to-list 'eglot-server-programs (cons 'ishi-mode (list (getenv "ISHI") "lsp")))
(setq eglot-confirm-server-initiated-edits nil
      eglot-sync-connect 10
      eglot-autoshutdown nil
      vc-handled-backends nil
      create-lockfiles nil
      make-backup-files nil
      flymake-no-changes-timeout 0.05)

(defun ishi-check (text is-so)
  (if is-so (princ (format "ok: %s\n" text))
    (message "emacs: %s" text)
    (kill-emacs 1)))
(defun ishi-wait (text is-so)
  (let ((end (+ (float-time) 15)))
    (while (and (not (funcall is-so)) (< (float-time) end)) (accept-process-output nil 0.05))
    (ishi-check text (funcall is-so))))
(defun ishi-go-to (piece columns)
  (goto-char (point-min))
  (unless (search-forward piece nil t) (ishi-check (concat piece " is in the text") nil))
  (goto-char (+ (match-beginning 0) columns)))
(defun ishi-position () (eglot--TextDocumentPositionParams))

(find-file (expand-file-name "squad.ishi.yaml" (getenv "FOLDER")))
(apply #'eglot (eglot--guess-contact))
(ishi-check "the server is there" (eglot-current-server))
(flymake-mode 1)
(flymake-start)

(ishi-go-to "armed: rounds > 0" 8)
(let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/completion (ishi-position)))
       (labels (mapcar (lambda (item) (plist-get item :label)) (plist-get answer :items))))
  (ishi-check "completion offers a key of the contract" (member "rounds" labels)))

(ishi-go-to "- fire: { whom: boss }" 3)
(let ((places (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (ishi-check "a definition is in the included file"
              (string-match-p "game\\.ishi\\.yaml" (format "%s" (xref-item-location (car places))))))

(ishi-go-to "for_each: { store: boxes }" 13)
(eglot-rename "container")
(goto-char (point-min))
(ishi-check "a rename is made" (search-forward "near(distance(container))" nil t))

(ishi-go-to "- fire: { whom: boss }" 2)
(delete-char 4)
(insert "fier")
(eglot--signal-textDocument/didChange)
(ishi-wait "a typo is reported" (lambda () (flymake-diagnostics)))
(let* ((finding (car (flymake-diagnostics)))
       (actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg finding))
                                                    :end (eglot--pos-to-lsp-position (flymake-diagnostic-end finding)))
                                       :context (list :diagnostics []))))
       (fix (seq-find (lambda (action) (eq (plist-get action :isPreferred) t)) actions)))
  (ishi-check "a fix is offered" fix)
  (eglot--apply-workspace-edit (plist-get fix :edit)))
(goto-char (point-min))
(ishi-check "and makes it right" (search-forward "- fire: { whom: boss }" nil t))
(eglot--signal-textDocument/didChange)
(ishi-wait "nothing is wrong afterwards" (lambda () (not (flymake-diagnostics))))
(eglot-shutdown (eglot-current-server))
(set-buffer-modified-p nil)
(kill-emacs 0)
